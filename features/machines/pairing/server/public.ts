export { type SimulatedMachines, useSimulatedMachines } from './simulated-machines.ts';
