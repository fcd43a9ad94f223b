/** What other features may use of the fleet. */
export { playerPath } from '../contract/qr-labels.ts';
export { drawLabels, type Label } from './draw-labels.ts';
