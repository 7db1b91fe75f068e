SELECT tell_changes_of('trash', 'trash', 'entity_id');
