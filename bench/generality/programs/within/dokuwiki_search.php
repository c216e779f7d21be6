<?php
// What DokuWiki's own search finds, of questions by JSON. Runs in the wiki's folder.
define('DOKU_INC', getcwd() . '/');
require_once DOKU_INC . 'inc/init.php';
$answers = [];
foreach (json_decode(file_get_contents('php://stdin')) as $question) {
    $highlight = [];
    $answers[] = array_map('strval', array_keys(ft_pageSearch($question, $highlight)));
}
echo json_encode($answers);
