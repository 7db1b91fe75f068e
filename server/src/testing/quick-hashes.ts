// Loaded once by each worker of the server tests: a hash with the product's parameters takes 40 to 100 ms of a core, and so does checking
// it. `own-server.test.ts` checks the product's.
import argon2 from '@node-rs/argon2'

const hash = argon2.hash

/** Hashes with the least cost, unless the test asks for another. */
argon2.hash = (password, options) => hash(password, options ?? { memoryCost: 8, timeCost: 1 })
