import { plainComments } from './comments.ts'
import { hooks, jsx, registeredForms } from './components.ts'
import { endpoints } from './endpoints.ts'
import { formatting } from './format.ts'
import { workingLinks } from './links.ts'
import { featureFiles, fileLength, fileNames, mirrored } from './names.ts'
import { forbiddenTexts, lockedHashes } from './patterns.ts'
import { siteBundles } from './site.ts'
import { bothLanguages } from './texts.ts'
import type { Problem, Rule, Tree } from './tree.ts'
import { cycles, importsResolve, importWalls, roomsOfFolders } from './walls.ts'

const rules: readonly Rule[] = [
  featureFiles,
  mirrored,
  fileNames,
  fileLength,
  hooks,
  jsx,
  registeredForms,
  plainComments,
  importWalls,
  roomsOfFolders,
  importsResolve,
  cycles,
  siteBundles,
  bothLanguages,
  formatting,
  endpoints,
  forbiddenTexts,
  lockedHashes,
  workingLinks,
]

export const check = (tree: Tree): Problem[] => rules.flatMap((rule) => rule(tree))
