import { defineTexts } from '../../platform/i18n.tsx'

/** The texts about a webinar's details and its waiting list. */
export const webinarDetailTexts = defineTexts({
  no: {
    /** Leaves out the time zone, which Norwegian readers don't expect. */
    at: (time: string) => time,
    minutes: (count: number) => `${count} minutter`,
    heldIn: { no: 'På norsk', en: 'På engelsk' },
    seats: (count: number) => (count === 1 ? '1 ledig plass' : `${count} ledige plasser`),
    full: 'Fullt, med venteliste',
    joinList: 'Fullt: sett meg på venteliste',
    waitingSuccess: 'Du står på venteliste',
    waitingSuccessText: 'Vi sender deg en e-post, og en til hvis du får plass.',
    filled: 'Den siste plassen ble tatt, eller påmeldingen er stengt. Listen er hentet på nytt.',
  },
  en: {
    at: (time: string) => `${time} (Norwegian time)`,
    minutes: (count: number) => `${count} minutes`,
    heldIn: { no: 'In Norwegian', en: 'In English' },
    seats: (count: number) => (count === 1 ? '1 place left' : `${count} places left`),
    full: 'Full, with a waiting list',
    joinList: 'Full: put me on the waiting list',
    waitingSuccess: 'You are on the waiting list',
    waitingSuccessText: 'We will send you an email, and another one if you get a place.',
    filled: 'The last place was taken, or registration has closed. The list has been refreshed.',
  },
})
