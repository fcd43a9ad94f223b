export { type Shown, type ShownMachines, showMachines } from './shown-machines.ts';
