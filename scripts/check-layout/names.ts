import { featureFolders, features, longFiles, nonFeatureFolders, sourceFolders } from './house.ts'
import { isSource, type Problem, type Rule, type Tree } from './tree.ts'

const isFeature = (name: string): boolean => (features as readonly string[]).includes(name)

const matches = (pattern: string, feature: string, file: string): boolean => {
  const expression = pattern
    .replaceAll('<f>', feature)
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', '[a-z0-9][a-z0-9-]*(?:\\.[a-z0-9-]+)*')
  return new RegExp(`^${expression}$`).test(file)
}

/** Features with files below `folder`, each with its files. */
const featuresBelow = (tree: Tree, folder: string): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const path of tree.keys()) {
    if (!path.startsWith(`${folder}/`)) continue
    const [name = '', ...rest] = path.slice(folder.length + 1).split('/')
    if (rest.length > 0 && !nonFeatureFolders.includes(name))
      found.set(name, [...(found.get(name) ?? []), rest.join('/')])
  }
  return found
}

/** Feature folders have names from the closed list and contain only listed files. */
export const featureFiles: Rule = (tree) =>
  Object.entries(featureFolders).flatMap(([folder, patterns]) =>
    [...featuresBelow(tree, folder)].flatMap(([name, files]): Problem[] => {
      if (!isFeature(name)) {
        return [
          {
            file: `${folder}/${name}`,
            message: `"${name}" is no feature; features are listed in check-layout/house.ts`,
          },
        ]
      }
      return files
        .filter((file) => !patterns.some((pattern) => matches(pattern, name, file)))
        .map((file) => ({
          file: `${folder}/${name}/${file}`,
          message: `a feature has no such file; it may hold ${patterns.join(', ').replaceAll('<f>', name)}`,
        }))
    }),
  )

/** A server or web feature with an API has a contract folder of the same name. */
export const mirrors: Rule = (tree) => {
  const contract = featuresBelow(tree, 'contract/src')
  const server = featuresBelow(tree, 'server/src/features')
  const missing = (folder: string, suffix: string): Problem[] =>
    [...featuresBelow(tree, folder)]
      .filter(([name, files]) => isFeature(name) && files.includes(`${name}${suffix}`) && !contract.has(name))
      .map(([name]) => ({ file: `${folder}/${name}`, message: `has no mirror: contract/src/${name} is missing` }))
  const unserved = [...contract]
    .filter(([name, files]) => isFeature(name) && files.includes(`${name}.endpoints.ts`) && !server.has(name))
    .map(([name]) => ({
      file: `contract/src/${name}`,
      message: `has no mirror: server/src/features/${name} is missing`,
    }))
  return [...missing('server/src/features', '.routes.ts'), ...missing('web/src/features', '.api.ts'), ...unserved]
}

/** `src` contains only the listed folders; file names are in kebab-case; no barrels. */
export const fileNames: Rule = (tree) =>
  [...tree.keys()].flatMap((file): Problem[] => {
    const [workspace = '', src, folder = '', ...rest] = file.split('/')
    const allowed = sourceFolders[workspace]
    if (allowed && src === 'src' && rest.length > 0 && !allowed.includes(folder)) {
      return [{ file, message: `${workspace}/src holds ${allowed.join(', ')} and no folder "${folder}"` }]
    }
    const name = file.split('/').at(-1) ?? ''
    if (isSource(file) && !/^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.tsx?$/.test(name)) {
      return [{ file, message: 'file names are in kebab-case' }]
    }
    if (/^index\.tsx?$/.test(name)) return [{ file, message: 'no barrels: name the file after what it holds' }]
    return []
  })

export const fileLength: Rule = (tree) =>
  [...tree].flatMap(([file, text]): Problem[] => {
    if (!/\.(?:tsx?|js|css|json)$/.test(file) || longFiles.test(file)) return []
    const lines = text.trimEnd().split('\n').length
    return lines > 400 ? [{ file, message: `${lines} lines; the limit is 400` }] : []
  })
