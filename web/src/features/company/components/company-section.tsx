import { useQuery } from '@tanstack/react-query'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { SkeletonFields } from '../../../ui/base/skeleton.tsx'
import { type Company, companyQuery } from '../company.api.ts'
import { CompanyForm } from './company-form.tsx'
import { examplesIn } from './company-form-values.ts'

function CompanyFacts({ company }: { company: Company }) {
  // Lists examples only after the company's first change: until then, the bar above the page says that the site shows an example.
  const examples = company.updatedAt === null ? [] : examplesIn(company)
  return (
    <>
      {examples.length > 0 && (
        <p className="mb-5 max-w-prose rounded-md bg-sunken px-3 py-2 text-sm">
          Nettstedet viser fortsatt eksempler: {examples.join(', ')}.
        </p>
      )}
      <CompanyForm company={company} />
    </>
  )
}

/** The company's facts, as the site, mails and agreements show them. */
export function CompanySection() {
  const query = useQuery(companyQuery)
  return (
    <SettingsSection
      title="Bedriften"
      about="Det nettstedet, e-postene og avtalene sier om dere. Endringer vises straks du har lagret. Avtaler som er sendt, beholder teksten de ble sendt med."
    >
      <QueryState
        query={query}
        loading="Henter bedriften …"
        skeleton={<SkeletonFields count={6} />}
        failed="Kunne ikke hente bedriften"
      >
        {(company) => <CompanyFacts company={company} />}
      </QueryState>
    </SettingsSection>
  )
}
