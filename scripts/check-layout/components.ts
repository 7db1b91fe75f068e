import { Visitor } from 'oxc-parser'
import { fleetingForms, formPrimitives } from './house.ts'
import { parse, withoutComments } from './parse.ts'
import { lineAt, type Problem, productionSources, type Rule, type Tree } from './tree.ts'

const webSources = (tree: Tree) => productionSources(tree, /^web\/src\//)

const hookFiles = /\/use-[a-z-]+\.tsx?$|\.api\.ts$|^web\/src\/platform\//

/** Exported hooks live in `use-*.ts`, in `<feature>.api.ts` or in the platform. */
export const hooks: Rule = (tree) =>
  webSources(tree)
    .filter(([file]) => !hookFiles.test(file))
    .flatMap(([file, text]) =>
      parse(file, text)
        .module.staticExports.flatMap((one) => one.entries)
        .flatMap(({ exportName: { name }, start }): Problem[] =>
          name && /^use[A-Z]/.test(name)
            ? [{ file, line: lineAt(text, start), message: `exports the hook ${name}: move it to a file use-*.ts` }]
            : [],
        ),
    )

/** `.tsx` files contain JSX, except tests, whose ending names their kind. */
export const jsx: Rule = (tree) =>
  webSources(tree).flatMap(([file, text]): Problem[] => {
    if (!file.endsWith('.tsx')) return []
    let found = false
    const find = () => {
      found = true
    }
    new Visitor({ JSXElement: find, JSXFragment: find }).visit(parse(file, text).program)
    return found ? [] : [{ file, message: 'contains no JSX: name it .ts' }]
  })

/** Each form of the office is registered, so that leaving it with typed text asks first. */
export const registeredForms: Rule = (tree) =>
  webSources(tree).flatMap(([file, text]): Problem[] => {
    const code = withoutComments(file, text)
    // Hooks serve a form elsewhere.
    const form = /<form\b|\buseForm\(/.exec(code)
    if (!form || file.endsWith('.ts') || fleetingForms.test(file) || formPrimitives.test(code)) return []
    return [
      { file, line: lineAt(code, form.index), message: 'a form that is not registered: use FormDialog or SaveForm' },
    ]
  })
