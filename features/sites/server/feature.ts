import { serveFeature } from '#kit/server/context.ts';
import sitesFeature from '../feature.ts';
import { createSite } from './create-site.ts';
import { listBusinessCategories } from './list-business-categories.ts';
import { listSites } from './list-sites.ts';
import {
  countUserSiteDevices,
  listUserSiteDetails,
  listUserSiteDevices,
  listUserSites,
} from './list-user-sites.ts';
import { readSite, readSiteState } from './read-site.ts';
import { removeSites } from './remove-sites.ts';
import { setDefaultSite, updateSite } from './update-site.ts';

export default serveFeature(sitesFeature, {
  handlers: {
    listSites,
    readSite,
    createSite,
    updateSite,
    removeSites,
    setDefaultSite,
    readSiteState,
    listUserSites,
    listUserSiteDetails,
    countUserSiteDevices,
    listUserSiteDevices,
    listBusinessCategories,
  },
});
