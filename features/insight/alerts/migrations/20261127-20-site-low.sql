-- Alerts about a whole site, of which the subject is the site: few among many.
create index alert_site_low on alert (tenant_id, subject, ended_at) where kind = 'siteLow';
