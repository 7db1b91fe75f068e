/**
 * The facts of the company that both the server (mails, sender) and the site need. The company is an example:
 * replace this file and `web/src/content/` to make Kontor yours. Free of dependencies.
 */
export const company = {
  name: 'Fjordvik Digital AS',
  shortName: 'Fjordvik',
  organizationNumber: '999 999 999',
  founded: 2014,
  phone: '+47 00 00 00 00',
  email: 'post@fjordvik.example',
  street: 'Storgata 1',
  postCode: '0001',
  city: 'Fjordvik',
  /** The sender of mails until the e-mail settings say otherwise. */
  sender: { name: 'Fjordvik Digital', address: 'post@fjordvik.example' },
} as const
