import { searchLimits } from '@kontor/contract/search/search.rules'
import { searchable, searchWords } from '@kontor/contract/shared/search-words'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { useDebounced } from '../../../platform/use-debounced.ts'
import { Button } from '../../../ui/base/button.tsx'
import { type Found, searchQuery, useRecentlyFound } from '../search.api.ts'
import { CommandDialog, type CommandGroup, type CommandItem } from './command-dialog.tsx'
import { addressOfFound, groupsOfFound, itemOfFound } from './found-records.tsx'

/** An action or a page. */
export interface Command extends CommandItem {
  readonly group: string
  readonly icon: ReactNode
  /** Additional words by which a search finds the command. */
  readonly words?: string
  readonly run: () => void
}

interface SearchPaletteProps {
  readonly commands: readonly Command[]
  readonly onOpen: (address: string) => void
  readonly findOpener: () => HTMLElement | null
  readonly onClose: () => void
}

const searchAfterMs = 120

/** Returns true if every word of the search is the beginning of a word of the command. */
const fits = ({ title, words = '' }: Command, query: string): boolean => {
  const text = ` ${searchable(`${title} ${words}`)}`
  return searchWords(query).every((word) => word.some((spelling) => text.includes(` ${spelling}`)))
}

const groupsOf = (commands: readonly Command[]): CommandGroup[] =>
  [...new Set(commands.map(({ group }) => group))].map((label) => ({
    label,
    items: commands.filter(({ group }) => group === label),
  }))

/** Finds records and commands by words in any order. Without text it offers the records that were opened last. */
export function SearchPalette({ commands, onOpen, findOpener, onClose }: SearchPaletteProps) {
  const [query, setQuery] = useState('')
  const text = query.trim().slice(0, searchLimits.query)
  const { recent, remember } = useRecentlyFound()
  const debounced = useDebounced(text, searchAfterMs)
  // Searches once typing pauses, but shows the records opened last as soon as the field is empty.
  const paused = text === '' ? '' : debounced
  const answer = useQuery(searchQuery(paused))
  const isCurrent = text === '' || (paused === text && !answer.isPlaceholderData && !answer.isPending)
  const found = text === '' ? recent : (answer.data ?? [])
  const fitting = commands.filter((command) => fits(command, text))
  // True if Enter was pressed before the results arrived: the first result then opens when it arrives.
  const [waiting, setWaiting] = useState(false)

  const openFound = (one: Found) => {
    remember(one)
    onClose()
    onOpen(addressOfFound(one))
  }
  const choose = (item: CommandItem | null, isPicked: boolean) => {
    const command = fitting.find(({ id }) => id === item?.id)
    if (command) {
      onClose()
      command.run()
      return
    }
    const one = found.find((result) => itemOfFound(result).id === item?.id)
    if (one && (isCurrent || isPicked)) openFound(one)
    else if (!isCurrent) setWaiting(true)
  }
  const openFirst = useRef(openFound)
  useEffect(() => {
    openFirst.current = openFound
  })
  const [first] = found
  useEffect(() => {
    if (!waiting || !isCurrent) return
    setWaiting(false)
    if (first) openFirst.current(first)
  }, [waiting, isCurrent, first])

  const failure = isCurrent && text !== '' ? answer.error : null
  const commandGroups = groupsOf(fitting)
  const foundGroups =
    text === ''
      ? recent.length === 0
        ? []
        : [{ label: 'Sist åpnet', items: recent.map(itemOfFound) }]
      : groupsOfFound(found)
  const status = () => {
    if (text === '') return ''
    if (failure) return `Søket virket ikke. ${errorText(failure)}`
    if (!isCurrent) return found.length + fitting.length === 0 ? 'Søker …' : ''
    if (found.length === searchLimits.results) return `De ${searchLimits.results} beste treffene`
    return found.length + fitting.length === 0
      ? `Ingen treff på «${text}».`
      : `${formatNumber(found.length + fitting.length)} treff`
  }

  return (
    <CommandDialog
      title="Søk i alt"
      placeholder="Søk etter noe, eller skriv hva du vil gjøre"
      query={query}
      onQueryChange={(next) => {
        setWaiting(false)
        setQuery(next)
      }}
      // Commands come first: results arrive later and would otherwise push the commands away from the pointer or the highlight.
      groups={text === '' ? [...foundGroups, ...commandGroups] : [...commandGroups, ...foundGroups]}
      status={status()}
      footer={
        failure && (
          <Button size="small" onClick={() => void answer.refetch()}>
            Prøv igjen
          </Button>
        )
      }
      onChoose={choose}
      findOpener={findOpener}
      onClose={onClose}
    />
  )
}
