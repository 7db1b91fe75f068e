import { Visitor } from 'oxc-parser'
import { fleetingForms, formPrimitives } from './house.ts'
import { parse, withoutComments } from './parse.ts'
import { lineAt, type Problem, productionSources, type Rule, type Tree } from './tree.ts'

const webSources = (tree: Tree) => productionSources(tree, /^web\/src\//)

const hookFiles = /\/use-[a-z-]+\.tsx?$|\.api\.ts$|^web\/src\/platform\//

/** Allows exported hooks only in `use-*.ts`, in `<feature>.api.ts` and in the platform. */
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

/** Requires JSX in `.tsx` files. Skips tests, since their extension decides which runner runs them. */
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

/** Requires each form of the office to register itself, so that the office asks before a user leaves it with unsaved text. */
export const registeredForms: Rule = (tree) =>
  webSources(tree).flatMap(([file, text]): Problem[] => {
    const code = withoutComments(file, text)
    // Skips hooks, since the form that uses the hook is in another file, which is checked.
    const form = /<form\b|\buseForm\(/.exec(code)
    if (!form || file.endsWith('.ts') || fleetingForms.test(file) || formPrimitives.test(code)) return []
    return [
      { file, line: lineAt(code, form.index), message: 'a form that is not registered: use FormDialog or SaveForm' },
    ]
  })
