import { flag, line, phone, text, type ValuesOf } from '@kontor/contract/shared/field-kinds'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { ConflictNotice } from '../ui/form/conflict-notice.tsx'
import { DateField } from '../ui/form/date-field.tsx'
import { DateTimeField } from '../ui/form/date-time-field.tsx'
import { DragHandle } from '../ui/form/drag-handle.tsx'
import { DuplicateHint } from '../ui/form/duplicate-hint.tsx'
import { FormField, formValues } from '../ui/form/entity-form.tsx'
import { Field, Input, Textarea } from '../ui/form/field.tsx'
import { CheckboxField, LabelledCheckbox, TextField } from '../ui/form/form-fields.tsx'
import { MoveButtons } from '../ui/form/move-buttons.tsx'
import { NumberField } from '../ui/form/number-field.tsx'
import { SaveForm } from '../ui/form/save-form.tsx'
import { Select } from '../ui/form/select.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { useSaving } from '../ui/form/use-saving.tsx'
import { ChangedNotice } from '../ui/record/changed-notice.tsx'
import { EntityFields } from '../ui/record/entity-cells.tsx'
import { RecordChoice, RecordField } from '../ui/record/record-field.tsx'
import { doNothing, options, Room, Row } from './gallery-room.tsx'

const personFields = {
  name: line('Navn', 100, { group: 'Person', required: true }),
  phone: phone('Telefon', 20, { group: 'Person' }),
  notes: text('Notat', 500, { group: 'Annet' }),
  isMember: flag('Medlem', { group: 'Annet', initial: true }),
}
const person: ValuesOf<typeof personFields> = {
  name: 'Kari Nordmann',
  phone: '22 00 00 00',
  notes: null,
  isMember: true,
}

/** Shows a form that is saved outside a dialog. Each save succeeds. */
function SavedForm() {
  const form = useForm({ defaultValues: { ...formValues(personFields, person), role: 'one' } })
  const saving = useSaving({
    form,
    labels: { name: 'Navn', phone: 'Telefon', notes: 'Notat', role: 'Rolle' },
    save: async () => undefined,
  })
  return (
    <SaveForm saving={saving} submitLabel="Lagre" className="flex flex-col gap-4">
      <FormField form={form} fields={personFields} name="name" />
      <FormField form={form} fields={personFields} name="phone" hint="Med landkode utenfor Norge." />
      <FormField form={form} fields={personFields} name="notes" />
      <SelectField form={form} name="role" label="Rolle" options={options} />
      <CheckboxField field={form.register('isMember')} label="Medlem" />
    </SaveForm>
  )
}

export function Forms() {
  const form = useForm({ defaultValues: { seats: 12, empty: '' } })
  const [checked, setChecked] = useState(true)
  const [at, setAt] = useState('2026-11-27T10:00')
  return (
    <Room title="form">
      <Field label="Tekst" hint="En linje." required>
        {(field) => <Input {...field} defaultValue="Kari Nordmann" />}
      </Field>
      <Field label="Med feil" error="Navn er påkrevd">
        {(field) => <Input {...field} />}
      </Field>
      <Field label="Av">{(field) => <Input {...field} disabled defaultValue="Kan ikke endres" />}</Field>
      <Field label="Med en dublett" hint={<DuplicateHint names={['Ola Nordmann']} what="telefonnummer" />}>
        {(field) => <Input {...field} defaultValue="22 00 00 00" />}
      </Field>
      <Field label="Flere linjer">{(field) => <Textarea {...field} />}</Field>
      <TextField form={form} name="empty" label="Tomt felt" placeholder="Et eksempel" />
      <Field label="Valg">
        {(field) => <Select {...field} value="one" options={options} onValueChange={doNothing} />}
      </Field>
      <Field label="Dato">{(field) => <DateField {...field} value="2026-11-27" onValueChange={doNothing} />}</Field>
      <Field label="Ugyldig dato" error="Skriv datoen som dd.mm.åååå">
        {(field) => <DateField {...field} value="31.31" onValueChange={doNothing} />}
      </Field>
      <DateTimeField label="Dag" clockLabel="Klokkeslett" value={at} onValueChange={setAt} />
      <NumberField control={form.control} name="seats" label="Antall" decimals={0} />
      <LabelledCheckbox label="Avkrysset" checked={checked} onChange={setChecked} />
      <Row>
        <Checkbox aria-label="Noen, men ikke alle" indeterminate readOnly />
        <DragHandle onDragStart={doNothing} onDragEnd={doNothing} />
        <MoveButtons name="Kari" isFirst isLast={false} onMove={doNothing} />
      </Row>
      <ConflictNotice
        labels={{ name: 'Navn' }}
        stored={{ name: 'Kari Hansen' }}
        typed={{ name: 'Kari Nordmann' }}
        onApplyStored={doNothing}
      />
      <SavedForm />
    </Room>
  )
}

export function RecordParts() {
  const [name, setName] = useState<string | number | null>('Kari Nordmann')
  return (
    <Room title="record">
      <div className="flex flex-col gap-3">
        <RecordField
          label="Navn"
          value={name}
          onSave={async (value) => {
            setName(value)
            return { kind: 'saved' }
          }}
        />
        <RecordField
          label="Alltid avvist"
          value="Ola"
          onSave={async () => ({ kind: 'failed', problem: 'Kan ikke lagres.' })}
        />
        <RecordField
          label="Alltid endret av en annen"
          value="Ola"
          onSave={async () => ({ kind: 'changed', stored: 'Per' })}
        />
        <RecordField label="For sent" kind="date" value="2026-01-02" isLate onSave={async () => ({ kind: 'saved' })} />
        <RecordChoice label="Valg" value="one" options={options} onSave={async () => ({ kind: 'saved' })} />
      </div>
      <ChangedNotice label="Navn" stored="Kari Hansen" onKeepMine={doNothing} onUseStored={doNothing} />
      <EntityFields
        fields={personFields}
        groups={['Person']}
        record={person}
        saving={() => async () => ({ kind: 'saved' })}
      />
    </Room>
  )
}
