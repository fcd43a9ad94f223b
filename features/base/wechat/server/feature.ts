import { serveFeature } from '#kit/server/context.ts';
import { wechatFeature } from '../feature.ts';
import { linkHandlers } from './link-handlers.ts';
import { ownHandlers } from './own-handlers.ts';

export default serveFeature(wechatFeature, { handlers: { ...ownHandlers, ...linkHandlers } });
