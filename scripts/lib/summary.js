const slowestTestCount = 10

const seconds = (value) => `${value.toFixed(value < 10 ? 1 : 0)} s`

const table = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`.trimEnd())
}

const timesText = ({ took, processor, idle }) => [
  seconds(took),
  `${seconds(processor)} of processors`,
  `${(100 * idle).toFixed(0)} % idle`,
]

/**
 * Formats the summary of a run: stages with their wall-clock and CPU times, the slowest tests, and failures with the command to rerun
 * them. `total` has the times of the whole run.
 */
export const summary = (results, total) => {
  const collect = (key) => results.flatMap((result) => result[key])
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const failures = collect('failures')
  const lines = ['', 'Stages']
  const stages = results.map(({ stage, passed, skipped, failures: failed, ...times }) => [
    failed.length > 0 ? 'FAILED' : 'ok',
    stage,
    ...timesText(times),
    `${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ])
  lines.push(...table([...stages, ['', 'all', ...timesText(total), '']]))
  const tests = collect('tests').toSorted((a, b) => b.seconds - a.seconds)
  if (tests.length > 0) {
    lines.push('', 'Slowest tests')
    lines.push(
      ...table(tests.slice(0, slowestTestCount).map((test) => [seconds(test.seconds), `${test.file} › ${test.name}`])),
    )
  }
  if (failures.length > 0) {
    lines.push('', 'Failures, each with the command that reruns it')
    for (const { what, rerun } of failures) lines.push(`  ${what}`, `    ${rerun}`)
  }
  lines.push('')
  if (sum('skipped') > 0) lines.push(`${sum('skipped')} skipped`)
  lines.push(`${sum('passed')} passed, ${failures.length} failed`)
  return lines.join('\n')
}
