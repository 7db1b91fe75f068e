import { defineTexts } from '../../platform/i18n.tsx'

export const notFoundTexts = defineTexts({
  no: {
    title: 'Her slutter stien.',
    text: 'Siden finnes ikke. Adressen kan være skrevet feil, eller så har siden flyttet.',
    home: 'Til forsiden',
    contact: 'Si fra til oss',
  },
  en: {
    title: 'The path ends here.',
    text: 'This page doesn’t exist. The address may be mistyped, or the page may have moved.',
    home: 'Go to the home page',
    contact: 'Let us know',
  },
})
