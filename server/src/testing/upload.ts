import type { ImportReport } from '@kontor/contract/shared/imports'
import { fileField } from '@kontor/contract/shared/spreadsheet'
import type { LightMyRequestResponse } from 'fastify'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import type { TestApp } from './app.ts'

/** An administrator's session that uploads and downloads files, as the office's pages do. */
export interface AdminSession {
  /** The session's anti-forgery token. */
  readonly auth: string
  /** Uploads a file to an import. */
  upload(
    url: string,
    file: { readonly name: string; readonly bytes: Uint8Array },
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  /** Imports rows, headers first, as a spreadsheet. */
  importRows(url: string, rows: CellValue[][]): Promise<ImportReport>
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

/** Encodes a file as a browser's multipart form, with its content type. */
export const multipartForm = async (
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  field = fileField,
): Promise<{ payload: Buffer; headers: Record<string, string> }> => {
  const form = new FormData()
  form.append(field, new File([new Uint8Array(bytes)], name))
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

/** Logs in as the administrator. */
export const logInAsAdmin = async ({ app, call, config }: TestApp): Promise<AdminSession> => {
  const login = await call('POST', '/api/admin/login', { password: config.adminPassword })
  const cookies = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))
  const { auth } = login.json<{ auth: string }>()
  const upload: AdminSession['upload'] = async (url, file, headers = {}) => {
    const form = await multipartForm(file)
    return app.inject({
      method: 'POST',
      url,
      cookies,
      payload: form.payload,
      headers: { ...form.headers, authorization: `Bearer ${auth}`, ...headers },
    })
  }
  return {
    auth,
    upload,
    importRows: async (url, rows) => {
      const bytes = await writeXlsx({ sheets: [{ name: 'Ark', rows }] })
      return (await upload(url, { name: 'ark.xlsx', bytes })).json()
    },
    get: async (url, headers = {}) => app.inject({ method: 'GET', url, cookies, headers }),
  }
}
