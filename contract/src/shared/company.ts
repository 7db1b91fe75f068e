/**
 * Company details used by the server (mails, sender) and the site. The company is an example:
 * replace this file and `web/src/content/` to make Kontor yours. Free of dependencies.
 */
export const company = {
  name: 'Eksempel AS',
  shortName: 'Eksempel',
  organizationNumber: '999 999 999',
  founded: 2014,
  phone: '+47 12 34 56 78',
  email: 'post@eksempel.example',
  street: 'Storgata 1',
  postCode: '0001',
  city: 'Eksempelby',
  sender: { name: 'Eksempel AS', address: 'post@eksempel.example' },
} as const
