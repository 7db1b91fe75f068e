import { parentPort, workerData } from 'node:worker_threads'
import { type ChosenPassword, isGuessable } from './password-estimate.ts'

/** The thread that estimates passwords: answers which of those it was started with are easy to guess, and ends. */
const chosen: readonly ChosenPassword[] = workerData
parentPort?.postMessage(chosen.map(isGuessable))
