export { hoursLines } from '../web/opening-hours.ts';
