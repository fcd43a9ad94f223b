import { serveFeature } from '#kit/server/context.ts';
import { allowanceFeature } from '../feature.ts';
import { allowanceHandlers } from './allowance-handlers.ts';
import { allowanceChecks } from './checks.ts';

export default serveFeature(allowanceFeature, {
  handlers: allowanceHandlers,
  checks: allowanceChecks,
});
