import { isDay } from '../../../platform/format/days.ts'
import { useDebounced } from '../../../platform/use-debounced.ts'
import { Button } from '../../../ui/base/button.tsx'
import type { ContactPerson } from '../../customers/customers.api.ts'
import { type Agreement, mailPreviewAddress } from '../agreements.api.ts'
import type { SendFields } from './agreement-send-fields.tsx'

const reloadAfterMs = 500

/** Picks the fields that the mail contains. */
const shownFields = ({ status }: Agreement, { message, attachPdf, language, validUntil }: SendFields) => ({
  message,
  attachPdf: attachPdf ? ('true' as const) : ('false' as const),
  ...(status !== 'accepted' && { language, ...(isDay(validUntil) && { validUntil }) }),
})

interface MailPreviewProps {
  readonly agreement: Agreement
  readonly recipient: ContactPerson
  readonly fields: SendFields
  readonly open: boolean
  readonly onToggle: () => void
}

/** Previews the mail with the current input. Updates when typing pauses. */
export function MailPreview({ agreement, recipient, fields, open, onToggle }: MailPreviewProps) {
  const address = useDebounced(
    mailPreviewAddress(agreement.id, recipient.id, shownFields(agreement, fields)),
    reloadAfterMs,
  )
  return (
    <section>
      <Button size="small" aria-expanded={open} onClick={onToggle}>
        {open ? 'Skjul e-posten' : 'Forhåndsvis e-posten'}
      </Button>
      {open && (
        <iframe
          // Reloads the frame when the contact person changes, since the mail contains their name.
          key={`${recipient.id} ${recipient.version}`}
          title="Forhåndsvisning av e-posten"
          sandbox=""
          src={address}
          className="mt-3 h-96 w-full rounded-md border border-rule bg-[white] [color-scheme:light]"
        />
      )}
    </section>
  )
}
