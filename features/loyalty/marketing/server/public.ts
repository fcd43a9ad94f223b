export { type MarketingTool, type Period, registerTool } from './tools.ts';
