import { serveFeature } from '#kit/server/context.ts';
import { uploadsFeature } from '../feature.ts';
import { incomingJobs } from './incoming.ts';
import { mountSignedUpload } from './signed-upload.ts';
import { uploadHandlers } from './upload-handlers.ts';

export default serveFeature(uploadsFeature, {
  jobs: incomingJobs,
  routes: mountSignedUpload,
  handlers: uploadHandlers,
});
