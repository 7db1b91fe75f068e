import type { ReactNode } from 'react'
import { Island } from '../islands/island.tsx'
import { Webinars } from '../islands/upcoming-webinars.tsx'
import { WebinarTitle } from './webinar-title.tsx'

export function WebinarSection({ number }: { number: ReactNode }) {
  return (
    <section id="webinar-registration" className="frame py-10 sm:pt-20 sm:pb-24 lg:pt-28 lg:pb-32">
      {number}
      <WebinarTitle />
      <Island name="webinars">
        <Webinars />
      </Island>
    </section>
  )
}
