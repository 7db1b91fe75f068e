export const userRoles = { sales: 'Selger', admin: 'Administrator' } as const

export type UserRole = keyof typeof userRoles
