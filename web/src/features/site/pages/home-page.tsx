export function Page() {
  return <main id="main">Din digitale utviklingspartner</main>
}
