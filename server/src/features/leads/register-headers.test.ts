import { expect, test } from 'vitest'
import { headerAt } from '../../platform/spreadsheet/header.ts'
import { customerImport } from '../customers/customers.spreadsheet.ts'
import { leadImport } from './leads.spreadsheet.ts'

/** Headers of the company register's CSV files that both know, and that leads know besides. */
const both = [
  'organisasjonsnummer',
  'navn',
  'epostadresse',
  'telefon',
  'hjemmeside',
  'naeringskode1.beskrivelse',
].concat(['forretningsadresse.adresse', 'forretningsadresse.postnummer', 'forretningsadresse.poststed'])
const ofLeads = ['organisasjonsform.beskrivelse', 'naeringskode1.kode', 'naeringskode2.kode', 'naeringskode3.kode']
  .concat(['institusjonellSektorkode.kode', 'antallAnsatte', 'forretningsadresse.kommune', 'postadresse.adresse'])
  .concat(['registreringsdatoEnhetsregisteret', 'stiftelsesdato', 'registrertIMvaRegisteret', 'konkurs'])
  .concat(['registrertIForetaksregisteret', 'underAvvikling'])

test.each([
  ['customers', customerImport.columns, both],
  ['leads', leadImport([]).columns, [...both.filter((header) => header !== 'hjemmeside'), ...ofLeads]],
])("%s know the headers of the company register's own files", (_, columns, headers) => {
  expect(headerAt({ row: 1, cells: headers }, columns).unknown).toEqual([])
})
