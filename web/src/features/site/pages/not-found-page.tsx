export function Page() {
  return <main id="main">404</main>
}
