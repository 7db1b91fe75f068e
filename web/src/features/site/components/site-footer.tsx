import { company } from '@kontor/contract/shared/company'

export function SiteFooter() {
  return <footer>{company.name}</footer>
}
