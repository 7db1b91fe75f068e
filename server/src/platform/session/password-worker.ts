import { parentPort, workerData } from 'node:worker_threads'
import { type ChosenPassword, isGuessable } from './password-estimate.ts'

/** The worker's input; it posts which of these passwords are easy to guess, and ends. */
const chosen: readonly ChosenPassword[] = workerData
parentPort?.postMessage(chosen.map(isGuessable))
