import { hooks, jsx } from './components.ts'
import { endpoints } from './endpoints.ts'
import { formatting } from './format.ts'
import { noMachinePaths, noRegistry } from './machine.ts'
import { featureFiles, fileLength, fileNames, mirrors } from './names.ts'
import { rulesAreFree, schemasInContract, siteBundles, uiWords } from './site.ts'
import { bothLanguages } from './texts.ts'
import type { Problem, Rule, Tree } from './tree.ts'
import { cycles, featureEdges, importsResolve, importWalls } from './walls.ts'

const rules: readonly Rule[] = [
  featureFiles,
  mirrors,
  fileNames,
  fileLength,
  hooks,
  jsx,
  importWalls,
  importsResolve,
  featureEdges,
  cycles(),
  siteBundles,
  rulesAreFree,
  uiWords,
  schemasInContract,
  bothLanguages,
  formatting,
  endpoints,
  noMachinePaths,
  noRegistry,
]

/** Runs all rules. */
export const check = (tree: Tree): Problem[] => rules.flatMap((rule) => rule(tree))
