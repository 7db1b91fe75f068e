import { type CompanyFacts, deliveredCompany } from '@kontor/contract/company/company.rules'
import type { Company } from '@kontor/contract/company/company.schema'
import { and, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, idsOf, oneRow } from '../../platform/database/rows.ts'
import { company, companyPhotoFiles, companyPhotos } from './company.table.ts'

type CompanyRow = typeof company.$inferSelect

/** Converts a row. A fact that an older version of Kontor didn't store gets its default value. */
const toCompany = ({ facts, version, updatedAt }: CompanyRow): Company => ({
  ...deliveredCompany,
  ...facts,
  team: [...(facts.team ?? deliveredCompany.team)],
  version,
  updatedAt,
})

/** Returns the company's facts. If they were never saved, returns the default facts with version 1. */
export const readCompany = async (db: Queryable): Promise<Company> => {
  const stored = await firstRow(db.select().from(company))
  return stored
    ? toCompany(stored)
    : { ...deliveredCompany, team: [...deliveredCompany.team], version: 1, updatedAt: null }
}

/** Reads the facts and locks them until the transaction ends. */
export const lockCompany = async (tx: Queryable): Promise<Company> => {
  await tx.insert(company).values({ facts: deliveredCompany }).onConflictDoNothing()
  return toCompany(await oneRow(tx.select().from(company).for('update')))
}

/** Replaces all facts. */
export const writeCompany = async (tx: Queryable, facts: CompanyFacts): Promise<Company> =>
  toCompany(
    await oneRow(
      tx
        .update(company)
        .set({ facts, version: sql`${company.version} + 1` })
        .returning(),
    ),
  )

export type PhotoFile = Omit<typeof companyPhotoFiles.$inferSelect, 'photoId'>

/** Stores a photo; returns its id. */
export const insertPhoto = (db: Queryable, files: readonly PhotoFile[]): Promise<string> =>
  db.transaction(async (tx) => {
    const { id } = await oneRow(tx.insert(companyPhotos).values({}).returning({ id: companyPhotos.id }))
    await tx.insert(companyPhotoFiles).values(files.map((file) => ({ ...file, photoId: id })))
    return id
  })

/** Locks the photos until the transaction ends. Returns the ids of those that exist. */
export const lockPhotos = (tx: Queryable, ids: readonly string[]): Promise<string[]> =>
  idsOf(
    tx
      .select({ id: companyPhotos.id })
      .from(companyPhotos)
      .where(inArray(companyPhotos.id, [...ids]))
      .for('key share'),
  )

/** Deletes photos that are older than a day and not among `used`. A newer photo may belong to an unsaved form. */
export const deleteUnusedPhotos = async (tx: Queryable, used: readonly string[]): Promise<void> => {
  await tx
    .delete(companyPhotos)
    .where(
      and(notInArray(companyPhotos.id, [...used]), lt(companyPhotos.createdAt, sql`now() - make_interval(days => 1)`)),
    )
}

/** Lists the files of these photos. */
export const listPhotoFiles = (db: Queryable, ids: readonly string[]) =>
  db
    .select()
    .from(companyPhotoFiles)
    .where(inArray(companyPhotoFiles.photoId, [...ids]))
