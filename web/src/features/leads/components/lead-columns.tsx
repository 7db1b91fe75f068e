import { type LeadField, leadLabels } from '@kontor/contract/leads/leads.rules'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { ReactNode } from 'react'
import { formatDay } from '../../../platform/format/days.ts'
import { formatDate, formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table-model.ts'
import { Figures } from '../../../ui/figures.tsx'
import { EditIcon, TrashIcon } from '../../../ui/icons.tsx'
import type { PickableColumn } from '../../../ui/use-column-visibility.ts'
import type { Lead } from '../leads.api.ts'
import { ChoiceCell, LeadMarks, LeadNameButton, type OpenQuick, TextCell } from './lead-cells.tsx'

export interface LeadActions {
  readonly onEdit: (lead: Lead) => void
  readonly onDelete: (lead: Lead) => void
  readonly onQuick: OpenQuick
}

/** In pixels, fitting typical content. */
const widths: Readonly<Record<LeadField, number>> = {
  id: 80,
  status: 148,
  company_name: 240,
  org_no: 112,
  organization_form: 150,
  contact_name: 130,
  contact_title: 130,
  phone: 120,
  email: 200,
  employees: 90,
  revenue_nok: 150,
  industry: 136,
  business_address: 190,
  postal_code: 110,
  city: 104,
  municipality: 120,
  postal_address: 190,
  established_date: 124,
  registration_date: 146,
  vat_registered: 132,
  business_registered: 160,
  bankruptcy: 92,
  under_liquidation: 140,
  sector_code: 112,
  nace_code1: 132,
  nace_code2: 132,
  nace_code3: 132,
  next_step: 152,
  notes: 220,
  customer_active: 112,
  created_at: 108,
}

const visibleByDefault: ReadonlySet<LeadField> = new Set([
  ...(['status', 'contact_name', 'phone', 'city', 'industry', 'next_step', 'customer_active', 'created_at'] as const),
])

/** In the contract's order. The name is missing, as it always comes first and stays in view. */
const pickableFields = (Object.keys(widths) as LeadField[]).filter((field) => field !== 'company_name')

/** The columns that the user can hide. */
export const pickableLeadColumns: readonly PickableColumn[] = pickableFields.map((id) => ({
  id,
  label: leadLabels[id],
  hiddenAtFirst: !visibleByDefault.has(id),
}))

const checkboxWidth = 40
const actionsWidth = 76

/** The width of the visible columns, in pixels. */
export const tableWidth = (hidden: ReadonlySet<string>): number =>
  pickableFields.reduce(
    (sum, field) => sum + (hidden.has(field) ? 0 : widths[field]),
    checkboxWidth + widths.company_name + actionsWidth,
  )

const emptyCell = <span className="text-soft">–</span>

type FieldOf<Value> = { [Field in LeadField]: Lead[Field] extends Value | null ? Field : never }[LeadField]

const column = <Field extends LeadField>(
  id: Field,
  cell: (value: Lead[Field], lead: Lead) => ReactNode,
  layout?: Pick<Column<Lead>, 'className' | 'pinned'>,
): Column<Lead> => ({ id, header: leadLabels[id], width: widths[id], cell: (lead) => cell(lead[id], lead), ...layout })

const textColumn = (field: FieldOf<string>) => column(field, (text) => text || emptyCell)

const numberColumn = (field: FieldOf<number>) =>
  column(field, (number) => (number === null ? emptyCell : formatNumber(number)), {
    className: 'text-right tabular-nums [&>button]:justify-end',
  })

const dayColumn = (field: 'established_date' | 'registration_date') =>
  column(field, (day) => (day ? <Figures text={formatDay(day)} /> : emptyCell))

const flagColumn = (field: 'vat_registered' | 'business_registered' | 'bankruptcy' | 'under_liquidation') =>
  column(field, (flag) => (flag === null ? emptyCell : flag ? 'Ja' : 'Nei'))

const choiceColumn = (field: 'status' | 'customer_active', onQuick: OpenQuick) =>
  column(field, (_, lead) => <ChoiceCell lead={lead} field={field} onQuick={onQuick} />)

const quickTextColumn = (field: 'next_step' | 'notes', onQuick: OpenQuick) =>
  column(field, (_, lead) => <TextCell lead={lead} field={field} onQuick={onQuick} />)

function RowActions({ lead, onEdit, onDelete }: { lead: Lead } & Omit<LeadActions, 'onQuick'>) {
  return (
    <span className="flex items-center justify-end gap-0.5">
      <Button
        variant="quiet"
        size="icon"
        title="Rediger"
        aria-label={`Rediger ${lead.company_name}`}
        onClick={() => onEdit(lead)}
      >
        <EditIcon />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        title="Slett"
        aria-label={`Slett ${lead.company_name}`}
        onClick={() => onDelete(lead)}
      >
        <TrashIcon />
      </Button>
    </span>
  )
}

/** All fields of a lead. Plain controls throughout: up to 2,000 cells render at once. */
export const leadColumns = ({ onEdit, onDelete, onQuick }: LeadActions): readonly Column<Lead>[] => [
  column(
    'company_name',
    (_, lead) => (
      <span className="flex items-center gap-2">
        <LeadNameButton lead={lead} onOpen={onEdit} />
        <LeadMarks lead={lead} />
      </span>
    ),
    { pinned: true },
  ),
  numberColumn('id'),
  choiceColumn('status', onQuick),
  column('org_no', (number) => (number ? <Figures text={formatOrganizationNumber(number)} /> : emptyCell)),
  textColumn('organization_form'),
  textColumn('contact_name'),
  textColumn('contact_title'),
  textColumn('phone'),
  textColumn('email'),
  numberColumn('employees'),
  numberColumn('revenue_nok'),
  textColumn('industry'),
  textColumn('business_address'),
  textColumn('postal_code'),
  textColumn('city'),
  textColumn('municipality'),
  textColumn('postal_address'),
  dayColumn('established_date'),
  dayColumn('registration_date'),
  flagColumn('vat_registered'),
  flagColumn('business_registered'),
  flagColumn('bankruptcy'),
  flagColumn('under_liquidation'),
  textColumn('sector_code'),
  textColumn('nace_code1'),
  textColumn('nace_code2'),
  textColumn('nace_code3'),
  quickTextColumn('next_step', onQuick),
  quickTextColumn('notes', onQuick),
  choiceColumn('customer_active', onQuick),
  column('created_at', (at) => <Figures text={formatDate(at)} />),
  {
    id: 'actions',
    header: 'Handlinger',
    isHeaderHidden: true,
    isSortable: false,
    width: actionsWidth,
    className: 'px-1!',
    cell: (lead) => <RowActions lead={lead} onEdit={onEdit} onDelete={onDelete} />,
  },
]

/** A row on a narrow screen, without columns. */
export function NarrowLead({ lead, onEdit, onQuick }: { lead: Lead } & Omit<LeadActions, 'onDelete'>) {
  const facts = [lead.contact_name, lead.phone, lead.city].filter(Boolean)
  return (
    <span className="flex min-w-0 flex-col gap-0.5 pr-1 leading-snug">
      <span className="flex items-center gap-2">
        <LeadNameButton lead={lead} onOpen={onEdit} />
        <LeadMarks lead={lead} />
      </span>
      <span className="truncate text-[0.8125rem] text-soft">{facts.join(' · ') || '–'}</span>
      <span className="flex min-w-0 items-center gap-4 text-[0.8125rem]">
        <ChoiceCell lead={lead} field="status" onQuick={onQuick} />
        <span className="min-w-0 flex-1">
          <TextCell lead={lead} field="next_step" onQuick={onQuick} />
        </span>
      </span>
    </span>
  )
}
