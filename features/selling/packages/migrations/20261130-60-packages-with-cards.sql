-- A benefit card promises a discount on packages. It held only where discounts of the time did, which packages were without
-- unless somebody asked for them: so it did nothing on ordinary packages. Now a package says apart whether cards lower it.
alter table price_package add column with_cards boolean not null default true;

-- What is sold follows the latest version of a site's rules: the next one says the same and that cards hold.
insert into price_version (tenant_id, id, site_id, number, created_by_name, rules)
select last.tenant_id, gen_random_uuid(), last.site_id, last.number + 1, 'Coinyard',
  jsonb_set(last.rules, '{packages}', (
    select jsonb_agg(one || '{"withCards": true}' order by place)
    from jsonb_array_elements(last.rules -> 'packages') with ordinality as packages (one, place)
  ))
from (
  select distinct on (tenant_id, site_id) tenant_id, site_id, number, rules
  from price_version order by tenant_id, site_id, number desc
) as last
where jsonb_array_length(last.rules -> 'packages') > 0;
