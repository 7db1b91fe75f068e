import { Button } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { WarningIcon } from '../../../ui/base/icons.tsx'
import { Field, Textarea } from '../../../ui/form/field.tsx'
import { placeOf, textName } from './text-names.ts'
import { textProblem } from './text-problems.ts'
import type { TextDrafts, TextLanguage } from './use-text-drafts.ts'

const languages = { no: 'Norsk', en: 'Engelsk' } as const

/** The approximate number of letters per line of a field, to compute its rows in browsers that don't size fields by their content. */
const lineLength = 48

/** Returns true for a typed change of the privacy statement that leaves its date as it was. */
const leavesDate = ({ shownText, storedText }: TextDrafts, language: TextLanguage, id: string): boolean => {
  const isTyped = (text: string) => shownText(language, text) !== storedText(language, text)
  return id.startsWith('privacy.') && isTyped(id) && !isTyped('privacy.updated')
}

interface TextFieldProps {
  readonly id: string
  readonly language: TextLanguage
  readonly drafts: TextDrafts
}

/** Edits one text in one language. Shows its problem, and a button that restores the delivered text. */
function TextField({ id, language, drafts }: TextFieldProps) {
  const text = drafts.shownText(language, id)
  const delivered = drafts.deliveredText(language, id)
  const problem = text === delivered ? null : textProblem(id, text, delivered)
  const reminder = leavesDate(drafts, language, id) && 'Endre også «Sist oppdatert».'
  const warning = problem ? !problem.blocks && problem.message : reminder
  return (
    <Field
      label={<span className="sm:sr-only">{languages[language]}</span>}
      error={problem?.blocks ? problem.message : undefined}
      hint={
        warning && (
          <span className="flex items-start gap-1.5 text-warning">
            <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
            {warning}
          </span>
        )
      }
    >
      {(control) => (
        <>
          <Textarea
            {...control}
            lang={language === 'no' ? 'nb' : 'en'}
            rows={Math.max(1, Math.ceil(text.length / lineLength))}
            value={text}
            onChange={({ target }) => drafts.type(language, id, target.value)}
            className={cx('field-sizing-content min-h-9!', text !== delivered && 'border-fjord')}
          />
          {text !== delivered && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem]">
              <p className="min-w-0 text-soft [overflow-wrap:anywhere]">Levert: {delivered}</p>
              <Button size="small" variant="quiet" onClick={() => drafts.type(language, id, delivered)}>
                Tilbake til levert tekst<span className="sr-only"> ({languages[language].toLowerCase()})</span>
              </Button>
            </div>
          )}
        </>
      )}
    </Field>
  )
}

/** Shows the names of the languages above wide rows. */
export const LanguageHeads = () => (
  <div
    aria-hidden="true"
    className="sticky top-0 grid grid-cols-2 gap-x-5 bg-paper py-2 font-medium text-[0.8125rem] max-sm:hidden"
  >
    <span>{languages.no}</span>
    <span>{languages.en}</span>
  </div>
)

interface TextRowProps {
  readonly id: string
  readonly drafts: TextDrafts
  /** True if the row also names the text's place, as in a search. */
  readonly withPlace: boolean
}

/** Edits one text in both languages, side by side, below its name. */
export function TextRow({ id, drafts, withPlace }: TextRowProps) {
  const name = textName(id)
  return (
    <li
      data-text={id}
      aria-label={`${placeOf(id)}: ${name}`}
      className="grid gap-x-5 gap-y-1.5 border-rule border-t py-4 sm:grid-cols-2 sm:pt-2.5 sm:pb-3"
    >
      <p className="text-[0.8125rem] text-soft sm:col-span-2">{withPlace ? `${placeOf(id)} · ${name}` : name}</p>
      <TextField id={id} language="no" drafts={drafts} />
      <TextField id={id} language="en" drafts={drafts} />
    </li>
  )
}
