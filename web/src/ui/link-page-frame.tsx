import type { ReactNode } from 'react'
import { officeCompany as company } from '../platform/office-company.ts'

const texts = {
  no: { question: 'Spørsmål? Ring', or: 'eller skriv til' },
  en: { question: 'Questions? Call', or: 'or write to' },
}

interface LinkPageFrameProps {
  readonly language: 'no' | 'en'
  readonly children: ReactNode
}

/** The layout of a page behind a link in a mail: the company's header and footer around one column. */
export function LinkPageFrame({ language, children }: LinkPageFrameProps) {
  const { question, or } = texts[language]
  return (
    <div className="mx-auto flex min-h-dvh max-w-3xl flex-col px-5 sm:px-8 print:max-w-none print:px-0">
      <header className="flex items-center gap-3 border-rule border-b py-5 print:pt-0">
        <img src="/favicon.svg" alt="" width="32" height="32" className="size-8" />
        <p className="font-semibold tracking-tight">{company.name}</p>
      </header>
      <main className="flex-1 py-8 sm:py-12 print:py-6">{children}</main>
      <footer className="border-rule border-t py-6 text-soft text-sm leading-relaxed">
        <p>
          {company.name} · org.nr. {company.organizationNumber}
        </p>
        <p>
          {question}{' '}
          <a href={`tel:${company.phone.replaceAll(' ', '')}`} className="text-ink underline underline-offset-2">
            {company.phone}
          </a>{' '}
          {or}{' '}
          <a href={`mailto:${company.email}`} className="text-ink underline underline-offset-2">
            {company.email}
          </a>
          .
        </p>
      </footer>
    </div>
  )
}
