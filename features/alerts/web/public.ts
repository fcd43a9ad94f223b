export { MachineAlerts, useMachineAlerts } from './machine-alerts.tsx';
