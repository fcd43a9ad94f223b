-- What a claim asked for: the task may ask for something else later, and a refund is measured by what it was then.
alter table reward_claim add column goal integer check (goal > 0);
update reward_claim c set goal = t.goal from reward_task t where t.tenant_id = c.tenant_id and t.id = c.task_id;
alter table reward_claim alter column goal set not null;
