export { FlowChart } from './flow-chart.tsx';
