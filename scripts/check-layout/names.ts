import { featureFolders, features, longFiles, mirrors, nonFeatureFolders, rooms, sourceFolders } from './house.ts'
import { isSource, type Problem, type Rule } from './tree.ts'

const isFeature = (name: string): boolean => (features as readonly string[]).includes(name)

const matches = (pattern: string, feature: string, file: string): boolean => {
  const expression = pattern
    .replaceAll('<f>', feature)
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', '[a-z0-9][a-z0-9-]*(?:\\.[a-z0-9-]+)*')
  return new RegExp(`^${expression}$`).test(file)
}

/** Returns true if a file is in a room. A room may contain any kind of file. */
const isInRoom = (file: string): boolean =>
  Object.entries(rooms).some(([folder, { rooms: listed }]) =>
    Object.keys(listed).some((room) => file.startsWith(`${folder}/${room}/`)),
  )

/** Requires feature folders to have listed names and to contain only listed kinds of files. */
export const featureFiles: Rule = (tree) =>
  Object.entries(featureFolders).flatMap(([folder, patterns]) =>
    [...tree.keys()].flatMap((file): Problem[] => {
      if (!file.startsWith(`${folder}/`)) return []
      const [name = '', ...rest] = file.slice(folder.length + 1).split('/')
      if (rest.length === 0 || nonFeatureFolders.includes(name)) return []
      if (!isFeature(name)) return [{ file, message: `unknown feature "${name}": list it in check-layout/house.ts` }]
      if (isInRoom(file) || patterns.some((pattern) => matches(pattern, name, rest.join('/')))) return []
      const allowed = patterns.join(', ').replaceAll('<f>', name)
      return [{ file, message: `unknown kind of file: a feature may contain ${allowed}` }]
    }),
  )

/** Requires the folders in `mirrors`: a contract for each feature with an API, and a server folder for each contract with endpoints. */
export const mirrored: Rule = (tree) =>
  features.flatMap((feature) =>
    mirrors.flatMap(([source, target]): Problem[] => {
      const file = source.replaceAll('<f>', feature)
      const folder = target.replaceAll('<f>', feature)
      if (!tree.has(file) || [...tree.keys()].some((path) => path.startsWith(`${folder}/`))) return []
      return [{ file, message: `${folder} is missing` }]
    }),
  )

/** Requires that `src` contains only listed folders, that file names are in kebab-case, and that there are no barrels. */
export const fileNames: Rule = (tree) =>
  [...tree.keys()].flatMap((file): Problem[] => {
    const [workspace = '', src, folder = '', ...rest] = file.split('/')
    const allowed = sourceFolders[workspace]
    if (allowed && src === 'src' && rest.length > 0 && !allowed.includes(folder)) {
      return [{ file, message: `unknown folder "${folder}": ${workspace}/src may contain ${allowed.join(', ')}` }]
    }
    const name = file.split('/').at(-1) ?? ''
    if (isSource(file) && !/^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.tsx?$/.test(name)) {
      return [{ file, message: 'file names are in kebab-case' }]
    }
    if (/^index\.tsx?$/.test(name)) return [{ file, message: 'no barrels: name the file after its content' }]
    return []
  })

export const fileLength: Rule = (tree) =>
  [...tree].flatMap(([file, text]): Problem[] => {
    if (!/\.(?:tsx?|js|css|json)$/.test(file) || longFiles.test(file)) return []
    const lines = text.trimEnd().split('\n').length
    return lines > 400 ? [{ file, message: `${lines} lines: the limit is 400` }] : []
  })
