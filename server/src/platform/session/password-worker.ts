import { parentPort, workerData } from 'node:worker_threads'
import { type ChosenPassword, isGuessable } from './password-estimate.ts'

const chosen: readonly ChosenPassword[] = workerData
parentPort?.postMessage(chosen.map(isGuessable))
