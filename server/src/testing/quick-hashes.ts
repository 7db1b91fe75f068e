// Makes hashing cheap in the server tests. Each worker loads this once. With the product's parameters, a hash takes 40 to 100 ms of a core.
// `own-server.test.ts` tests the product's parameters.
import argon2 from '@node-rs/argon2'

const hash = argon2.hash

/** Hashes at the lowest cost, unless the test asks for another. */
argon2.hash = (password, options) => hash(password, options ?? { memoryCost: 8, timeCost: 1 })
