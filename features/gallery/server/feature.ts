import { serveFeature } from '#kit/server/context.ts';
import galleryFeature from '../feature.ts';
import { countRegions } from './count-regions.ts';
import { listCities } from './list-cities.ts';
import { readCity } from './read-city.ts';

export default serveFeature(galleryFeature, { handlers: { listCities, readCity, countRegions } });
