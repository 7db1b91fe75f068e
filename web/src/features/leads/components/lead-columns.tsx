import { leadColumns as columns, type LeadField, leadFieldNames, leadLabels } from '@kontor/contract/leads/leads.fields'
import type { ListedField } from '@kontor/contract/shared/field-kinds'
import type { ReactNode } from 'react'
import { formatDate } from '../../../platform/format.ts'
import { IconButton } from '../../../ui/base/button.tsx'
import { Figures } from '../../../ui/base/figures.tsx'
import { EditIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import { fieldCell } from '../../../ui/record/entity-cells.tsx'
import { numericColumn } from '../../../ui/table/column-cells.tsx'
import type { Column } from '../../../ui/table/data-table-model.ts'
import { editAndDelete, RowMenu } from '../../../ui/table/row-action.tsx'
import type { PickableColumn } from '../../../ui/table/use-column-visibility.ts'
import type { Lead } from '../leads.api.ts'
import { ChoiceCell, DueDay, LeadFacts, LeadMarks, LeadNameButton, type OpenQuick, TextCell } from './lead-cells.tsx'

export interface LeadActions {
  /** Opens the record. */
  readonly onOpen: (lead: Lead) => void
  readonly onEdit: (lead: Lead) => void
  readonly onDelete: (lead: Lead) => void
  readonly onQuick: OpenQuick
}

/** Widths in pixels that fit typical content. */
const widths: Readonly<Record<LeadField, number>> = {
  id: 80,
  status: 136,
  company_name: 220,
  org_no: 112,
  organization_form: 150,
  contact_name: 112,
  contact_title: 130,
  phone: 118,
  email: 200,
  employees: 90,
  revenue_nok: 150,
  industry: 136,
  business_address: 190,
  postal_code: 110,
  city: 94,
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
  next_step: 146,
  next_step_at: 116,
  owner: 108,
  lost_reason: 160,
  notes: 220,
  customer_active: 100,
  created_at: 100,
}

const listed: Readonly<Record<LeadField, ListedField>> = columns

/** All fields except the name, which always comes first and stays in view. */
const pickableFields = leadFieldNames.filter((field) => field !== 'company_name')

export const pickableLeadColumns: readonly PickableColumn[] = pickableFields.map((id) => ({
  id,
  label: leadLabels[id],
  hiddenAtFirst: listed[id].column !== 'shown',
}))

const checkboxWidth = 40
const actionsWidth = 104

export const tableWidth = (hidden: ReadonlySet<string>): number =>
  pickableFields.reduce(
    (sum, field) => sum + (hidden.has(field) ? 0 : widths[field]),
    checkboxWidth + widths.company_name + actionsWidth,
  )

const cellOf = (lead: Lead, field: LeadField, onQuick: OpenQuick): ReactNode => {
  if (field === 'status' || field === 'customer_active') {
    return <ChoiceCell lead={lead} field={field} onQuick={onQuick} />
  }
  if (field === 'next_step' || field === 'notes') return <TextCell lead={lead} field={field} onQuick={onQuick} />
  if (field === 'next_step_at') return <DueDay lead={lead} />
  if (field === 'created_at') return <Figures text={formatDate(lead.created_at)} />
  return fieldCell(listed[field], lead[field])
}

const isNumber = ({ kind }: ListedField): boolean => kind === 'integer' || kind === 'decimal'

/** The columns that daily work needs. They come first. */
const workFields: readonly LeadField[] = ['status', 'next_step', 'next_step_at', 'owner']
const orderedFields = [...workFields, ...pickableFields.filter((field) => !workFields.includes(field))]

/** Returns columns for all fields of a lead. Their cells use plain controls, since up to 2,000 cells render at once. */
export const leadColumns = ({ onOpen, onEdit, onDelete, onQuick }: LeadActions): readonly Column<Lead>[] => [
  {
    id: 'company_name',
    header: leadLabels.company_name,
    width: widths.company_name,
    pinned: 'start',
    isName: true,
    cell: (lead) => <LeadName lead={lead} onOpen={onOpen} inColumn />,
  },
  ...orderedFields.map(
    (field): Column<Lead> => ({
      id: field,
      header: leadLabels[field],
      width: widths[field],
      ...(field === 'status' && { pinned: 'start' }),
      ...(isNumber(listed[field]) && { className: numericColumn }),
      cell: (lead) => cellOf(lead, field, onQuick),
    }),
  ),
  {
    id: 'actions',
    header: 'Handlinger',
    isSortable: false,
    width: actionsWidth,
    className: 'px-1!',
    cell: (lead) => (
      <span className="flex items-center justify-end gap-0.5">
        <RowButton text="Rediger" lead={lead} icon={<EditIcon />} onClick={onEdit} />
        <RowButton text="Slett" lead={lead} icon={<TrashIcon />} onClick={onDelete} />
      </span>
    ),
  },
]

interface RowButtonProps {
  readonly text: string
  readonly lead: Lead
  readonly icon: ReactNode
  readonly onClick: (lead: Lead) => void
}

function RowButton({ text, lead, icon, onClick }: RowButtonProps) {
  return <IconButton label={`${text} ${lead.company_name}`} icon={icon} title={text} onClick={() => onClick(lead)} />
}

interface LeadNameProps extends Pick<LeadActions, 'onOpen'> {
  readonly lead: Lead
  /** True in a table's column, where a long name may wrap to a second line. */
  readonly inColumn?: boolean
}

function LeadName({ lead, onOpen, inColumn = false }: LeadNameProps) {
  return (
    <span className="flex items-center gap-2">
      <LeadNameButton
        lead={lead}
        onOpen={onOpen}
        {...(inColumn && { className: 'line-clamp-2 whitespace-normal [overflow-wrap:anywhere]' })}
      />
      <LeadMarks lead={lead} />
    </span>
  )
}

export function NarrowLead({ lead, onOpen, onEdit, onDelete, onQuick }: { lead: Lead } & LeadActions) {
  const menu = editAndDelete({ onEdit: () => onEdit(lead), onDelete: () => onDelete(lead) })
  return (
    <span className="flex min-w-0 flex-col gap-0.5 pr-1 leading-snug">
      <span className="-mr-3 flex items-center justify-between gap-1">
        <span className="min-w-0">
          <LeadName lead={lead} onOpen={onOpen} />
        </span>
        <RowMenu of={lead.company_name} items={menu} />
      </span>
      <span className="truncate text-[0.8125rem] text-soft">
        <LeadFacts lead={lead} />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-4 text-[0.8125rem]">
        <ChoiceCell lead={lead} field="status" onQuick={onQuick} />
        <span className="min-w-0 flex-1">
          <TextCell lead={lead} field="next_step" onQuick={onQuick} />
        </span>
        {lead.next_step_at && <DueDay lead={lead} />}
      </span>
    </span>
  )
}
