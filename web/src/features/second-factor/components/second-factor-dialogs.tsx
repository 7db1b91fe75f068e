import { zodResolver } from '@hookform/resolvers/zod'
import { authenticatorNameSchema } from '@kontor/contract/second-factor/second-factor.schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { focusFirstField } from '../../../ui/form/focus-first-field.ts'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { confirmDiscard } from '../../../ui/form/unsaved.ts'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import {
  type AddedFactor,
  type Authenticator,
  useMakeRecoveryCodes,
  useRenameAuthenticator,
} from '../second-factor.api.ts'
import { AppSetUp } from './app-set-up.tsx'
import { PasskeySetUp } from './passkey-set-up.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'

const { codes: codeTexts } = secondFactorTexts.no

interface CodesProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Asks for confirmation before Esc or a click outside hides the recovery codes, which are shown only once. */
function CodesDialog({ codes, onClose }: CodesProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Dialog
        title={codeTexts.title}
        onClose={() => setAsking(true)}
        footer={
          <Button variant="primary" onClick={onClose}>
            {codeTexts.done}
          </Button>
        }
      >
        <RecoveryCodeList codes={codes} />
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          title="Har du tatt vare på kodene?"
          confirmLabel="Ja, lukk"
          cancelLabel="Vis kodene"
          tone="send"
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        >
          De vises ikke igjen.
        </ConfirmDialog>
      )}
    </>
  )
}

interface AddFactorDialogProps {
  readonly kind: 'app' | 'passkey'
  /** Called once the factor is added and the user has seen any new recovery codes. */
  readonly onAdded: () => void
  readonly onClose: () => void
}

export function AddFactorDialog({ kind, onAdded, onClose }: AddFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isDirty, setDirty] = useState(false)
  const close = async () => {
    if (!isDirty || (await confirmDiscard())) onClose()
  }
  const setUp = { onCancel: () => void close(), onDirty: setDirty }
  const finish = ({ recoveryCodes }: AddedFactor) => (recoveryCodes ? setCodes(recoveryCodes) : onAdded())
  if (codes) return <CodesDialog codes={codes} onClose={onAdded} />
  return (
    <Dialog
      title={kind === 'app' ? 'Legg til autentiseringsapp' : 'Legg til passnøkkel'}
      onClose={() => void close()}
      onOpenAutoFocus={focusFirstField}
    >
      {kind === 'app' ? <AppSetUp onAdded={finish} {...setUp} /> : <PasskeySetUp onAdded={finish} {...setUp} />}
    </Dialog>
  )
}

export function RecoveryCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const make = useMakeRecoveryCodes()
  if (make.data) return <CodesDialog codes={make.data.recoveryCodes} onClose={onClose} />
  return (
    <Dialog
      title="Lage nye gjenopprettingskoder?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Avbryt</Button>
          <Button
            variant="primary"
            working={make.isPending}
            workingLabel="Lager …"
            onClick={() => make.isPending || make.mutate()}
          >
            Lag nye koder
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {make.error && <Notice>{errorText(make.error)}</Notice>}
        <p className="text-sm text-soft leading-relaxed">Kodene du har fra før, slutter å virke.</p>
      </div>
    </Dialog>
  )
}

interface RenameDialogProps {
  readonly authenticator: Authenticator
  readonly onClose: () => void
}

export function RenameDialog({ authenticator: { id, name }, onClose }: RenameDialogProps) {
  const rename = useRenameAuthenticator()
  const form = useForm({ resolver: zodResolver(authenticatorNameSchema), defaultValues: { name } })
  const saving = useSaving({
    form,
    labels: { name: 'Navn' },
    save: async (body) => {
      await rename.mutateAsync({ params: { id: String(id) }, body })
      onClose()
    },
  })
  return (
    <SaveDialog saving={saving} title={`Gi nytt navn til ${name}`} onClose={onClose}>
      <TextField form={form} name="name" label="Navn" required />
    </SaveDialog>
  )
}
